#!/usr/bin/env node
/** `npx parley …`: the command line. Installs the required Node and dependencies first. */
import { runInProject } from './bootstrap/bootstrap.js';

await runInProject({ program: 'server/bin/parley.ts', args: process.argv.slice(2) });
