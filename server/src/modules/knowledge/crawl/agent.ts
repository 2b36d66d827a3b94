/** Our product token in robots.txt and robots meta elements. */
export const crawlerAgent = 'Parley';

export const userAgentHeader = 'Mozilla/5.0 (compatible; Parley/1.0)';
