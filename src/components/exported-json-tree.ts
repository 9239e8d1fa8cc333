import { JsonTree as LoadedJsonTree } from './json-tree.tsx'

// What the entry exports, under a name of its own: cards load the file itself when they need it, and a module that an entry names and
// another one loads counts as part of the first load.
export const JsonTree = LoadedJsonTree
