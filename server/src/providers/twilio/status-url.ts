/** Stands in the query of status addresses and carries our own name of the message there and back. */
export const REFERENCE_PARAMETER = 'reference';
