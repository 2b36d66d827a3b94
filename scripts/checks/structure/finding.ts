/** A violation of a structure rule. Lines count from 1; findings about a whole file use line 1. */
export interface Finding {
  rule: StructureRule;
  path: string;
  line: number;
  message: string;
}

/** Every rule by name, as in an override: `// allow cast: reason`. */
export type StructureRule =
  | 'parses'
  | 'file-name'
  | 'drawer'
  | 'barrel'
  | 'module-file'
  | 'module-name'
  | 'lonely-test'
  | 'packed-literal'
  | 'parameters'
  | 'any'
  | 'cast'
  | 'default-export'
  | 'environment'
  | 'https-only'
  | 'override';
