/** Types of a package that has none. */
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
  // CommonJS: Node finds no named exports in it
  const webvtt: {
    /** @param entities replacement texts, by the entity from & to ; */
    readonly WebVTTParser: new (
      entities: Readonly<Record<string, string>>,
    ) => Parser;
  };
  export default webvtt;
}
