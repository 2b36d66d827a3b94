import { randomUUID } from 'node:crypto';
import { BRANCH_COOKIE } from './via.ts';

/** 20 random hexadecimal characters, for tags, branches and Call-IDs. */
export function randomToken(): string {
  return randomUUID().replaceAll('-', '').slice(0, 20);
}

/** The process that holds a dialog. */
export interface DialogHolder {
  processId: string;
  /** Its SIP port. */
  port: number;
}

const HELD_TAG = /^[^.]+\.(\d{1,5})\.([\w-]{1,64})$/;

/** A local tag with the process that holds the dialog, so that other processes can find it. */
export function tagHeldBy(token: string, { processId, port }: DialogHolder): string {
  return `${token}.${port}.${processId}`;
}

/** Null for a tag that names no process. */
export function holderOfTag(tag: string): DialogHolder | null {
  const [, port, processId] = HELD_TAG.exec(tag) ?? [];
  return processId === undefined ? null : { processId, port: Number(port) };
}

export function newBranch(): string {
  return `${BRANCH_COOKIE}${randomToken()}`;
}
