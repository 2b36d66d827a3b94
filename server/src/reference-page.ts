export const REFERENCE_PAGE = '';
