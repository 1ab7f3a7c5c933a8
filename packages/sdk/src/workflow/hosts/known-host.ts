import type { HostDefinition } from "./host.ts";

interface KnownHost {
  /** Names, with blanks between them. */
  readonly tools: readonly string[];
  readonly prefer?: Readonly<Record<string, string>>;
}

// The first lines of each list are the inventory that other systems have, and what they map tags to. The names after the
// empty line are others that the host's documentation or source gives its tools; `prefer` says which where both exist.
const hosts: ReadonlyMap<string, KnownHost> = /* @__PURE__ */ new Map<string, KnownHost>([
  [
    "claude-code",
    {
      tools: [
        "AskUserQuestion EnterPlanMode ExitPlanMode TaskCreate TaskUpdate TaskList TaskGet Agent Skill Read Edit Write Bash Glob",
        "Grep WebFetch WebSearch TodoWrite SendMessage Monitor LSP NotebookEdit EnterWorktree ExitWorktree",
      ],
    },
  ],
  [
    "codex",
    {
      tools: [
        "shell exec_command write_stdin apply_patch update_plan web_search view_image request_user_input spawn_agent send_input",
        "wait_agent close_agent",
        "",
        "ToolRequestUserInput CollabAgent",
      ],
    },
  ],
  // https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/tool/registry.ts
  [
    "opencode",
    {
      tools: [
        "bash read write edit apply_patch glob grep codesearch lsp webfetch websearch question todo task plan skill",
        "",
        "todowrite plan_exit",
      ],
      prefer: { checklist: "todowrite" },
    },
  ],
  // https://geminicli.com/docs/reference/tools; the task tracker is off unless it was switched on.
  [
    "gemini-cli",
    {
      tools: [
        "shell read-file read-many-files write-file edit glob grep ls web-search web-fetch ask-user enter-plan-mode",
        "exit-plan-mode write-todos agent tracker-create-task tracker-update-task tracker-list-tasks tracker-get-task memory",
        "activate-skill complete-task",
        "",
        "run_shell_command read_file read_many_files write_file replace grep_search list_directory google_web_search web_fetch",
        "ask_user enter_plan_mode exit_plan_mode write_todos tracker_create_task tracker_update_task tracker_list_tasks",
        "tracker_get_task save_memory activate_skill get_internal_docs",
      ],
      prefer: {
        "ask-user": "ask_user",
        confirm: "ask_user",
        plan: "enter_plan_mode",
        checklist: "write_todos",
        survey: "ask_user",
      },
    },
  ],
  [
    "cline",
    {
      tools: [
        "execute_command read_file write_to_file edit_file apply_diff apply_patch search_files list_files codebase_search",
        "browser_action ask_followup_question attempt_completion new_task switch_mode update_todo_list WEB_SEARCH WEB_FETCH",
        "PLAN_MODE ACT_MODE USE_SUBAGENTS",
      ],
    },
  ],
  [
    "roo-code",
    {
      tools: [
        "execute_command read_file write_to_file edit_file apply_diff apply_patch search_replace search_files list_files",
        "codebase_search ask_followup_question attempt_completion new_task switch_mode update_todo_list access_mcp_resource skill",
      ],
    },
  ],
  [
    "kilo-code",
    {
      tools: [
        "execute_command read_file write_to_file edit_file fast_edit_file apply_diff apply_patch delete_file search_and_replace",
        "search_files list_files codebase_search browser_action ask_followup_question attempt_completion new_task switch_mode",
        "update_todo_list access_mcp_resource",
      ],
    },
  ],
  // The agent's tools as published with its prompt; AskQuestion came with version 2.
  [
    "cursor",
    {
      tools: [
        "codebase_search read_file edit_file run_terminal_command file_search grep_search list_dir",
        "",
        "run_terminal_cmd grep glob_file_search search_replace delete_file web_search read_lints edit_notebook todo_write",
        "AskQuestion",
      ],
    },
  ],
  // `amp tools list`
  [
    "amp",
    {
      tools: [
        "shell read write edit",
        "",
        "Bash Read Grep glob create_file edit_file undo_edit finder librarian oracle mermaid read_web_page web_search skill Task",
        "todo_read todo_write",
      ],
    },
  ],
]);

/** The names of the hosts that are known. */
export function knownHostNames(): readonly string[] {
  return [...hosts.keys()];
}

/** A host with its tools; undefined if it is not known. */
export function knownHost(name: string): HostDefinition | undefined {
  const host = hosts.get(name);
  if (!host) return undefined;
  const { tools, prefer } = host;
  return Object.freeze({
    name,
    tools: Object.freeze(tools.join(" ").split(/\s+/)),
    ...(prefer && { prefer: Object.freeze({ ...prefer }) }),
  });
}
