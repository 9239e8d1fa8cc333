export type ModelContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image-url' | 'file-url'; readonly url: string }
  | {
      readonly type: 'image-data' | 'file-data'
      readonly data: string
      readonly mediaType: string
      readonly filename?: string | undefined
    }
  | { readonly type: 'file-id' | 'image-file-id'; readonly fileId: string }
  | { readonly type: 'custom'; readonly [field: string]: unknown }
export type ModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'content'; readonly value: readonly ModelContentPart[] }
