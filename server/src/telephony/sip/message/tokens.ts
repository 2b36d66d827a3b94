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

export function newBranch(): string {
  return `${BRANCH_COOKIE}${randomToken()}`;
}
