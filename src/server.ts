export { withClientModelOutput } from './server/with-client-model-output.ts'
export type { ModelMessageLike } from './server/with-client-model-output.ts'
