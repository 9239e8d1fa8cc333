export type ModelContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image-url' | 'file-url'; readonly url: string; readonly mediaType?: string | undefined }
  | {
      readonly type: 'image-data' | 'file-data'
      readonly data: string
      readonly mediaType: string
      readonly filename?: string | undefined
    }
  /** The file's id, or one for each provider. */
  | { readonly type: 'file-id' | 'image-file-id'; readonly fileId: string | Readonly<Record<string, string>> }
  | { readonly type: 'custom'; readonly [field: string]: unknown }
export type ModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'content'; readonly value: readonly ModelContentPart[] }
