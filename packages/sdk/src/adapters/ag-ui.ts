export { agUiEvents, type AgUiEventsOptions, type AgUiRun, type AgUiStart } from "./ag-ui/ag-ui-events.ts";
export { type AgUiMessageOptions, agUiToModelMessages } from "./ag-ui/ag-ui-to-model-messages.ts";
export { type AgUiHandler, type AgUiHandlerOptions, createAgUiHandler } from "./ag-ui/create-ag-ui-handler.ts";
export { clientTools } from "./ag-ui/client-tools.ts";
export type { AgentStreamPart } from "./ag-ui/parts-to-ag-ui.ts";
export { type AgUiSink, skillsetToAgUi, type SkillsetToAgUiOptions } from "./ag-ui/skillset-to-ag-ui.ts";
