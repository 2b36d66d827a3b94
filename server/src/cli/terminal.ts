import { randomBytes } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import type { Command } from './command.ts';

/** Sixteen characters that are easy to read and type. */
export function generatePassword(): string {
  return randomBytes(12).toString('base64url');
}

export function requireOption(options: Command['options'], name: string): string {
  const value = options[name];
  if (typeof value !== 'string' || value.trim() === '')
    throw new AppError('bad-request', `--${name} is missing.`);
  return value.trim();
}
