/** Without types of its own. */
declare module 'webvtt-parser' {
  export interface CueNode {
    readonly type: 'object' | 'text' | 'timestamp';
    readonly value?: string;
    readonly children?: readonly CueNode[];
  }
  interface Parser {
    parse(text: string): {
      readonly cues: readonly {
        /** in seconds */
        readonly startTime: number;
        readonly endTime: number;
        readonly tree: CueNode;
      }[];
      readonly errors: readonly { readonly message: string; readonly line: number }[];
    };
  }
  // CommonJS, whose names Node does not find
  const webvtt: {
    /** @param entities what each stands for, from & to ; */
    readonly WebVTTParser: new (
      entities: Readonly<Record<string, string>>,
    ) => Parser;
  };
  export default webvtt;
}
