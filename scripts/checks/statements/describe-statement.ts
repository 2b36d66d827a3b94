import type pg from 'pg';

/** A column that a statement returns. */
export interface Column {
  name: string;
  /** Object id of its PostgreSQL type. */
  type: number;
}

/** Callbacks of pg for the server's answers, which its types leave out. */
interface Description extends pg.Submittable {
  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

/**
 * Parses a statement and reads its columns without running it; null for a statement that returns no rows.
 * Rejects with PostgreSQL's error if the statement does not fit the schema.
 */
export function describeStatement(client: pg.Client, text: string): Promise<Column[] | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Column[] | null>();
  let columns: Column[] | null = null;
  const description: Description = {
    submit: (connection) => {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription: ({ fields }) => {
      columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(columns),
  };
  client.query(description);
  return promise;
}
