import type { CommandRun, CommandSpec, OptionSpec } from "../args/command.ts";
import { commonOptions } from "../args/parse-command-args.ts";
import { COMMANDS } from "../commands.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft completion`: a script made from the commands' own specifications. */
export const runCompletion: CommandRun = async (args, io) => {
  const [shell] = args.positionals;
  if (shell === undefined) throw new UsageError("argument-missing", "completion needs a shell: bash, zsh or fish");
  const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish };
  io.stdout.write(scripts[shell]?.() ?? "");
  return 0;
};

function optionsOf(command: CommandSpec): CommandSpec["options"] {
  return { ...command.options, ...commonOptions };
}

/** What zsh and fish offer for a value that is a path; undefined for any other. */
function offerPaths({ value }: OptionSpec): { readonly zsh: string; readonly fish: string } | undefined {
  if (value === "file") return { zsh: "_files", fish: " -rF" };
  if (value === "folder") return { zsh: "_files -/", fish: " -xa '(__fish_complete_directories)'" };
  return undefined;
}

function bash(): string {
  const cases = COMMANDS.map((command) => {
    const options = Object.entries(optionsOf(command));
    const values = options.flatMap(([name, option]) => {
      // With nothing to offer, the shell offers files.
      if (option.type === "boolean") return [];
      const offer = option.choices === undefined ? "" : ` ${offerWords(option.choices)};`;
      return [`        --${name})${offer} return ;;`];
    });
    const flags = options.flatMap(([name, { short }]) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);
    return [
      `    ${command.name})`,
      ...(values.length === 0 ? [] : ['      case "$prev" in', ...values, "      esac"]),
      `      case "$cur" in`,
      `        -*) ${offerWords(flags)} ;;`,
      ...(command.arguments?.choices === undefined ? [] : [`        *) ${offerWords(command.arguments.choices)} ;;`]),
      // Bash 3 has no compopt, and goes on offering files.
      ...(command.arguments?.isWords === true ? ["        *) compopt +o default 2>/dev/null ;;"] : []),
      "      esac",
      "      ;;",
    ].join("\n");
  });
  return `_tradecraft() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    ${offerWords([...COMMANDS.map(({ name }) => name), "--help", "--version"])}
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
}
complete -o default -F _tradecraft tradecraft
`;
}

function offerWords(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`;
}

function zsh(): string {
  const commands = COMMANDS.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join("\n");
  const cases = COMMANDS.map((command) => {
    const options = Object.entries(optionsOf(command)).map(([name, option]) => {
      const { type, short, value, choices, summary } = option;
      const description = summary.replace(/[[\]:]/g, "\\$&");
      const offer = choices === undefined ? (offerPaths(option)?.zsh ?? " ") : `(${choices.join(" ")})`;
      const names = short === undefined ? "" : `'(-${short} --${name})'{-${short},--${name}}`;
      const rest = `[${description}]${type === "boolean" ? "" : `:${value ?? "value"}:${offer}`}`;
      return `        ${names === "" ? quote(`--${name}${rest}`) : `${names}${quote(rest)}`}`;
    });
    const choices = command.arguments?.choices;
    const rest =
      command.arguments === undefined
        ? []
        : [`        ${quote(choices === undefined ? anyArgument(command) : `1:value:(${choices.join(" ")})`)}`];
    return `      ${command.name}) _arguments \\\n${[...options, ...rest].join(" \\\n")} ;;`;
  });
  return `#compdef tradecraft
_tradecraft() {
  local -a commands=(
${commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join("\n")}
  esac
}
compdef _tradecraft tradecraft
`;
}

function anyArgument(command: CommandSpec): string {
  return command.arguments?.isWords === true ? "*:word: " : "*:path:_files";
}

function fish(): string {
  const lines = COMMANDS.flatMap((command) => {
    const here = `complete -c tradecraft -n "__fish_seen_subcommand_from ${command.name}"`;
    const options = Object.entries(optionsOf(command)).map(([name, option]) => {
      const { type, short, choices, summary } = option;
      const words = choices === undefined ? "" : ` -a ${quote(choices.join(" "))}`;
      const values = type === "boolean" ? "" : (offerPaths(option)?.fish ?? ` -x${words}`);
      return `${here} -l ${name}${short === undefined ? "" : ` -s ${short}`}${values} -d ${quote(summary)}`;
    });
    const choices = command.arguments?.choices;
    return [
      `complete -c tradecraft -n __fish_use_subcommand -fa ${command.name} -d ${quote(command.summary)}`,
      ...options,
      ...(choices === undefined ? [] : [`${here} -fa ${quote(choices.join(" "))}`]),
      ...(command.arguments?.isWords === true ? [`${here} -f`] : []),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
