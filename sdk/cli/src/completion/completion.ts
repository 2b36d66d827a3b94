import { wordAt } from '../program/option-values.ts';
import type { Run, Verb } from '../program/verb.ts';
import { UsageError } from '../terminal/failures.ts';

/** The words that a shell completes: the first word, the second word of a noun, and the options of a verb. */
interface Words {
  first: string[];
  second: ReadonlyMap<string, string[]>;
  options: ReadonlyMap<string, string[]>;
}

const SHELLS = { bash: bashScript, fish: fishScript, zsh: zshScript } as const;

/** Prints a shell's completion script. */
export function completionOf(verbs: readonly Verb[]): Run {
  return async (invocation) => {
    const shell = wordAt(invocation, 0);
    const script = Object.entries(SHELLS).find(([name]) => name === shell)?.[1];
    if (script === undefined)
      throw new UsageError(`"${shell}" must be one of: ${Object.keys(SHELLS).join(', ')}.`);
    invocation.terminal.line(script(wordsOf(verbs)));
    return 0;
  };
}

function wordsOf(verbs: readonly Verb[]): Words {
  const second = new Map<string, string[]>();
  for (const { name } of verbs) {
    const [noun = '', action] = name.split(' ');
    if (action !== undefined) second.set(noun, [...(second.get(noun) ?? []), action]);
  }
  const first = [...new Set([...verbs.map(({ name }) => name.split(' ')[0] ?? ''), 'help'])];
  return { first, second, options: new Map(verbs.map((verb) => [verb.name, flagsOf(verb)])) };
}

function flagsOf({ options = [], place }: Verb): string[] {
  const own = options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? '');
  return [...own, ...(place === 'remote' ? ['--json', '--profile'] : []), '--help'];
}

function bashScript({ first, second, options }: Words): string {
  const seconds = [...second].map(([noun, actions]) => `      ${noun}) words="${actions.join(' ')}" ;;`);
  const flags = [...options].map(([name, all]) => `      "${name}") words="${all.join(' ')}" ;;`);
  return `# Completion of parley for bash. Add to ~/.bashrc: source <(parley completion bash)
_parley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [[ "$current" == -* ]]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${flags.filter((line) => /"[^"]+ [^"]+"\)/.test(line)).join('\n')}
    esac
    [[ -n "$words" ]] || case "\${COMP_WORDS[1]}" in
${flags.filter((line) => /"[^" ]+"\)/.test(line)).join('\n')}
    esac
  elif [[ $COMP_CWORD -eq 1 ]]; then
    words="${first.join(' ')}"
  elif [[ $COMP_CWORD -eq 2 ]]; then
    case "\${COMP_WORDS[1]}" in
${seconds.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _parley parley`;
}

function zshScript({ first, second, options }: Words): string {
  const seconds = [...second].map(([noun, actions]) => `      ${noun}) compadd -- ${actions.join(' ')} ;;`);
  const flags = [...options].map(([name, all]) => `      "${name}") compadd -- ${all.join(' ')}; return ;;`);
  return `#compdef parley
# Completion of parley for zsh. Add to ~/.zshrc: source <(parley completion zsh)
_parley() {
  if [[ "$PREFIX" == -* ]]; then
    case "\${words[2]} \${words[3]}" in
${flags.filter((line) => /"[^"]+ [^"]+"\)/.test(line)).join('\n')}
    esac
    case "\${words[2]}" in
${flags.filter((line) => /"[^" ]+"\)/.test(line)).join('\n')}
    esac
  elif (( CURRENT == 2 )); then
    compadd -- ${first.join(' ')}
  elif (( CURRENT == 3 )); then
    case "\${words[2]}" in
${seconds.join('\n')}
      *) _files ;;
    esac
  else
    _files
  fi
}
compdef _parley parley`;
}

function fishScript({ first, second, options }: Words): string {
  const seconds = [...second].map(
    ([noun, actions]) =>
      `complete -c parley -f -n "__fish_seen_subcommand_from ${noun}; and not __fish_seen_subcommand_from ${actions.join(' ')}" -a "${actions.join(' ')}"`,
  );
  const flags = [...options].flatMap(([name, all]) => {
    const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    return all.map((flag) => `complete -c parley -n "${seen.join('; and ')}" -l ${flag.slice(2)}`);
  });
  return `# Completion of parley for fish. Save as ~/.config/fish/completions/parley.fish
complete -c parley -f -n "__fish_use_subcommand" -a "${first.join(' ')}"
${seconds.join('\n')}
${flags.join('\n')}`;
}
