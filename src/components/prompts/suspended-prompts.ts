import { AskUserPrompt as LoadedAskUserPrompt } from './ask-user-prompt.tsx'
import { SubmitPlanPrompt as LoadedSubmitPlanPrompt } from './submit-plan-prompt.tsx'

// What the entry exports. The card loads the files themselves when it needs them, and a module that an entry names and another one
// loads counts as part of the first load; names of their own keep them apart.
export const AskUserPrompt = LoadedAskUserPrompt
export const SubmitPlanPrompt = LoadedSubmitPlanPrompt
