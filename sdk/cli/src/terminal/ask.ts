import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './failures.ts';

/** Asks a person on the terminal. The question goes to standard error, so that standard output has only data. */
export function ask(question: string): Promise<string> {
  return questionOn(question, process.stderr);
}

/** Asks for a secret, which is not shown while it is typed. */
export async function askSecret(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question appears, so that the terminal already hides what is typed.
  const answer = questionOn('', nowhere);
  process.stderr.write(question);
  const typed = await answer;
  process.stderr.write('\n');
  return typed;
}

function questionOn(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    // Has no effect after an answer. Other listeners of this event stop the interface from showing what is typed later.
    lines.once('close', () => reject(new CommandError('Canceled.')));
    lines.once('SIGINT', () => lines.close());
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}

/** All of standard input as text. */
export async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
