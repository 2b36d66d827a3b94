import type { Verb } from '../program/verb.ts';
import { PAGES, YES } from './shared-options.ts';

const MEMBER = { name: 'member', description: 'id, email address or name' };
const ROLES = ['owner', 'admin', 'builder', 'agent', 'viewer'];

export const memberVerbs: readonly Verb[] = [
  {
    name: 'members list',
    summary: 'list the members of the account and their roles',
    options: PAGES,
    examples: ['members list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('members'),
  },
  {
    name: 'members invite',
    summary: 'invite a person and print the link once',
    arguments: [{ name: 'email', description: 'email address of the person' }],
    options: [
      { flags: '--role <role>', description: 'role of the person (default: viewer)', choices: ROLES },
    ],
    examples: ['members invite ben@example.com --role agent'],
    place: 'remote',
    load: async () => (await import('../members/members.ts')).inviteMember,
  },
  {
    name: 'members role',
    summary: 'change the role of a member',
    details: `Roles: ${ROLES.join(', ')}.`,
    arguments: [MEMBER, { name: 'role', description: 'the new role' }],
    examples: ['members role ben@example.com builder'],
    place: 'remote',
    load: async () => (await import('../members/members.ts')).setMemberRole,
  },
  {
    name: 'members remove',
    summary: 'remove a member from the account and end their sessions in it',
    arguments: [MEMBER],
    options: [YES],
    examples: ['members remove ben@example.com --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('members'),
  },
  {
    name: 'members invitations',
    summary: 'list pending invitations',
    options: PAGES,
    examples: ['members invitations'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('invitations'),
  },
  {
    name: 'members revoke',
    summary: 'revoke an invitation; its link stops working',
    arguments: [{ name: 'invitation', description: 'id or email address' }],
    options: [YES],
    examples: ['members revoke ben@example.com --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('invitations'),
  },
];
