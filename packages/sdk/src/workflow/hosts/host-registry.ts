import { defineHost } from "./define-host.ts";
import type { HostDefinition } from "./host.ts";

// The first lines of each list are the inventory that other systems have, and what they map tags to. The names after the
// empty line are others that the host's documentation or source gives its tools; `prefer` says which where both exist.

function names(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The hosts that are known, with their tools. */
export const HOST_REGISTRY: readonly HostDefinition[] = Object.freeze([
  defineHost({
    name: "claude-code",
    tools: names(`
      AskUserQuestion EnterPlanMode ExitPlanMode TaskCreate TaskUpdate TaskList TaskGet Agent Skill Read Edit Write Bash Glob
      Grep WebFetch WebSearch TodoWrite SendMessage Monitor LSP NotebookEdit EnterWorktree ExitWorktree
    `),
  }),
  defineHost({
    name: "codex",
    tools: names(`
      shell exec_command write_stdin apply_patch update_plan web_search view_image request_user_input spawn_agent send_input
      wait_agent close_agent

      ToolRequestUserInput CollabAgent
    `),
  }),
  // https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/tool/registry.ts
  defineHost({
    name: "opencode",
    tools: names(`
      bash read write edit apply_patch glob grep codesearch lsp webfetch websearch question todo task plan skill

      todowrite plan_exit
    `),
    prefer: { checklist: "todowrite" },
  }),
  // https://geminicli.com/docs/reference/tools; the task tracker is off unless it was switched on.
  defineHost({
    name: "gemini-cli",
    tools: names(`
      shell read-file read-many-files write-file edit glob grep ls web-search web-fetch ask-user enter-plan-mode
      exit-plan-mode write-todos agent tracker-create-task tracker-update-task tracker-list-tasks tracker-get-task memory
      activate-skill complete-task

      run_shell_command read_file read_many_files write_file replace grep_search list_directory google_web_search web_fetch
      ask_user enter_plan_mode exit_plan_mode write_todos tracker_create_task tracker_update_task tracker_list_tasks
      tracker_get_task save_memory activate_skill get_internal_docs
    `),
    prefer: {
      "ask-user": "ask_user",
      confirm: "ask_user",
      plan: "enter_plan_mode",
      checklist: "write_todos",
      survey: "ask_user",
    },
  }),
  defineHost({
    name: "cline",
    tools: names(`
      execute_command read_file write_to_file edit_file apply_diff apply_patch search_files list_files codebase_search
      browser_action ask_followup_question attempt_completion new_task switch_mode update_todo_list WEB_SEARCH WEB_FETCH
      PLAN_MODE ACT_MODE USE_SUBAGENTS
    `),
  }),
  defineHost({
    name: "roo-code",
    tools: names(`
      execute_command read_file write_to_file edit_file apply_diff apply_patch search_replace search_files list_files
      codebase_search ask_followup_question attempt_completion new_task switch_mode update_todo_list access_mcp_resource skill
    `),
  }),
  defineHost({
    name: "kilo-code",
    tools: names(`
      execute_command read_file write_to_file edit_file fast_edit_file apply_diff apply_patch delete_file search_and_replace
      search_files list_files codebase_search browser_action ask_followup_question attempt_completion new_task switch_mode
      update_todo_list access_mcp_resource
    `),
  }),
  // The agent's tools as published with its prompt; AskQuestion came with version 2.
  defineHost({
    name: "cursor",
    tools: names(`
      codebase_search read_file edit_file run_terminal_command file_search grep_search list_dir

      run_terminal_cmd grep glob_file_search search_replace delete_file web_search read_lints edit_notebook todo_write
      AskQuestion
    `),
  }),
  // `amp tools list`
  defineHost({
    name: "amp",
    tools: names(`
      shell read write edit

      Bash Read Grep glob create_file edit_file undo_edit finder librarian oracle mermaid read_web_page web_search skill Task
      todo_read todo_write
    `),
  }),
]);
