/** Query parameter of status URLs that carries our reference of the message. */
export const REFERENCE_PARAMETER = 'reference';
