/** What the benchmark hands to the contenders that are its own. */
export interface ContenderEnvironment {
  port: number;
  databaseUrl: string;
  /** The list's answer and a create's, as Parley gave them. */
  listFile: string;
  createdFile: string;
}

export function contenderEnvironment(): ContenderEnvironment {
  const { PORT = '0', DATABASE_URL = '', LIST_FILE = '', CREATED_FILE = '' } = process.env;
  return { port: Number(PORT), databaseUrl: DATABASE_URL, listFile: LIST_FILE, createdFile: CREATED_FILE };
}
