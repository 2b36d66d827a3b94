/** Settings for the contenders that belong to this benchmark. */
export interface ContenderEnvironment {
  port: number;
  databaseUrl: string;
  /** Parley's responses to list and create. */
  listFile: string;
  createdFile: string;
}

export function contenderEnvironment(): ContenderEnvironment {
  const { PORT = '0', DATABASE_URL = '', LIST_FILE = '', CREATED_FILE = '' } = process.env;
  return { port: Number(PORT), databaseUrl: DATABASE_URL, listFile: LIST_FILE, createdFile: CREATED_FILE };
}
