import type { CommandRun, CommandSpec } from "../args/command.ts";
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

function bash(): string {
  const cases = COMMANDS.map((command) => {
    const options = Object.entries(optionsOf(command));
    const values = options.flatMap(([name, { choices }]) =>
      choices === undefined
        ? []
        : [`        --${name}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur")); return ;;`],
    );
    const words = [...options.map(([name]) => `--${name}`), ...(command.arguments?.choices ?? [])].join(" ");
    return [
      `    ${command.name})`,
      ...(values.length === 0 ? [] : ['      case "$prev" in', ...values, "      esac"]),
      `      COMPREPLY=($(compgen -W "${words}" -- "$cur"))`,
      "      ;;",
    ].join("\n");
  });
  return `_tradecraft() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS.map(({ name }) => name).join(" ")} --help --version" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
}
complete -o default -F _tradecraft tradecraft
`;
}

function zsh(): string {
  const commands = COMMANDS.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join("\n");
  const cases = COMMANDS.map((command) => {
    const options = Object.entries(optionsOf(command)).map(([name, { type, value, choices, summary }]) => {
      const description = summary.replace(/[[\]:]/g, "\\$&");
      const action =
        type === "boolean" ? "" : `:${value ?? "value"}:${choices === undefined ? "_files" : `(${choices.join(" ")})`}`;
      return `        ${quote(`--${name}[${description}]${action}`)}`;
    });
    const choices = command.arguments?.choices;
    const rest =
      command.arguments === undefined
        ? []
        : [`        ${quote(`*:path:${choices === undefined ? "_files" : `(${choices.join(" ")})`}`)}`];
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

function fish(): string {
  const lines = COMMANDS.flatMap((command) => {
    const here = `complete -c tradecraft -n "__fish_seen_subcommand_from ${command.name}"`;
    const options = Object.entries(optionsOf(command)).map(([name, { type, short, choices, summary }]) => {
      const values = choices === undefined ? (type === "string" ? " -r" : "") : ` -xa ${quote(choices.join(" "))}`;
      return `${here} -l ${name}${short === undefined ? "" : ` -s ${short}`}${values} -d ${quote(summary)}`;
    });
    const choices = command.arguments?.choices;
    return [
      `complete -c tradecraft -n __fish_use_subcommand -fa ${command.name} -d ${quote(command.summary)}`,
      ...options,
      ...(choices === undefined ? [] : [`${here} -fa ${quote(choices.join(" "))}`]),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
