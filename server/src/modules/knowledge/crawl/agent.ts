/** The name by which robots.txt files and robots meta elements address us. */
export const crawlerAgent = 'Parley';

export const userAgentHeader = 'Mozilla/5.0 (compatible; Parley/1.0)';
