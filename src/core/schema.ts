/** What Zod 4, ArkType and Valibot schemas have in common. Structural: no validator is imported. */
export interface StandardTyped<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

interface JsonSchemaKeywords {
  /** Keeps a Standard Schema object that happens to have a `type` key (Valibot) from being read as JSON Schema. */
  readonly '~standard'?: never
  readonly [keyword: string]: unknown
}
/** Plain JSON Schema. At least one of these keys: an all-optional type would accept any object. */
export type JsonSchema =
  | (JsonSchemaKeywords & { readonly type: string | readonly string[] })
  | (JsonSchemaKeywords & { readonly $ref: string })
  | (JsonSchemaKeywords & { readonly anyOf: readonly unknown[] })
  | (JsonSchemaKeywords & { readonly oneOf: readonly unknown[] })
  | (JsonSchemaKeywords & { readonly allOf: readonly unknown[] })
  | (JsonSchemaKeywords & { readonly enum: readonly unknown[] })
  | (JsonSchemaKeywords & { readonly const: unknown })

export type ToolSchema = StandardTyped | JsonSchema
/** What the model writes. */
export type SchemaInput<S> = S extends StandardTyped<infer Input, unknown> ? Input : unknown
/** What validation returns. */
export type SchemaOutput<S> = S extends StandardTyped<unknown, infer Output> ? Output : unknown

/** An input that is still arriving: nothing is sure to be there, and a string may be a prefix (so literal unions widen). */
export type Preview<T> = unknown extends T
  ? unknown
  : T extends string
    ? string
    : T extends readonly (infer Element)[]
      ? readonly Preview<Element>[]
      : T extends object
        ? { readonly [K in keyof T]?: Preview<T[K]> | undefined }
        : T
