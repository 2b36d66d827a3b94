import type { Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { LineOf } from './lines.ts';

/** An interface with the number of its members, and how many of them are functions. */
export interface InterfaceShape {
  name: string;
  line: number;
  members: number;
  functions: number;
}

/** Every interface of a file. */
export function readInterfaces(program: Program, lineOf: LineOf): InterfaceShape[] {
  const found: InterfaceShape[] = [];
  new Visitor({
    TSInterfaceDeclaration: (node) => {
      const members = node.body.body;
      const functions = members.filter(
        (member) =>
          member.type === 'TSMethodSignature' ||
          (member.type === 'TSPropertySignature' &&
            member.typeAnnotation?.typeAnnotation.type === 'TSFunctionType'),
      );
      found.push({
        name: node.id.name,
        line: lineOf(node.start),
        members: members.length,
        functions: functions.length,
      });
    },
  }).visit(program);
  return found;
}
