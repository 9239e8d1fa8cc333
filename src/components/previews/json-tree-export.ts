import { JsonTree as LoadedJsonTree } from '../json-tree.tsx'

// A card loads its tree when it is opened; a module that the entry names would come with the first load, so the entry has a name of its own.
export const JsonTree = LoadedJsonTree
