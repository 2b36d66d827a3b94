import type { Operation, Schema } from './operations.ts';

/** A group of operations with its subgroups, such as `conversations` with `messages`. */
export interface ResourceNode {
  /** For example `messages`; empty for the root. */
  name: string;
  /** For example `ConversationsMessages`. */
  className: string;
  operations: Operation[];
  children: ResourceNode[];
}

/** Groups operations by the words of their ids. Throws if a name is both an operation and a group. */
export function resourceTree(operations: readonly Operation[]): ResourceNode {
  const root: ResourceNode = { name: '', className: 'Resources', operations: [], children: [] };
  for (const operation of operations) {
    let node = root;
    for (const name of operation.group) node = childOf(node, name);
    node.operations.push(operation);
  }
  for (const node of nodesBelow(root)) {
    const clash = node.children.find(({ name }) => node.operations.some(({ verb }) => verb === name));
    if (clash !== undefined) throw new Error(`${clash.className} is a group and an operation.`);
  }
  return root;
}

/** All groups below the root, children before their parents. */
export function nodesBelow({ children }: ResourceNode): ResourceNode[] {
  return children.flatMap((child) => [...nodesBelow(child), child]);
}

function childOf(parent: ResourceNode, name: string): ResourceNode {
  const known = parent.children.find((child) => child.name === name);
  if (known !== undefined) return known;
  const prefix = parent.name === '' ? '' : parent.className;
  const child: ResourceNode = {
    name,
    className: `${prefix}${capitalized(name)}`,
    operations: [],
    children: [],
  };
  parent.children.push(child);
  return child;
}

export function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** `ConversationsMessagesCreate`, the beginning of the names of an operation's types. */
export function typePrefix({ group, verb }: Operation): string {
  return [...group, verb].map(capitalized).join('');
}

/** True if a caller may leave out all fields. */
export function areOptional({ required = [] }: Schema): boolean {
  return required.length === 0;
}
