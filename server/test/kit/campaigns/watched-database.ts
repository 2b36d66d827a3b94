import type { Database, Executor } from '../../../src/db/client.ts';

/** Counts what a database is asked. */
export interface Watched {
  database: Database;
  /** Statements so far, `begin` and `commit` included. */
  statements(): number;
  /** Whether it owes nobody an answer. */
  isQuiet(): boolean;
}

export function watchDatabase(database: Database): Watched {
  let [statements, open] = [0, 0];
  const counted = async <Result>(count: number, work: () => Promise<Result>): Promise<Result> => {
    statements += count;
    open += 1;
    try {
      return await work();
    } finally {
      open -= 1;
    }
  };
  const watch = (executor: Executor): Executor => ({
    query: (text, values) => counted(1, () => executor.query(text, values)),
    script: (text) => counted(1, () => executor.script(text)),
    run: (query) => counted(1, () => executor.run(query)),
    afterCommit: (work) => executor.afterCommit(work),
    afterRollback: (work) => executor.afterRollback(work),
  });
  return {
    database: {
      ...watch(database),
      pool: database.pool,
      close: () => database.close(),
      transaction: (work) =>
        counted(2, () => database.transaction((transaction) => work(watch(transaction)))),
    },
    statements: () => statements,
    isQuiet: () => open === 0,
  };
}
