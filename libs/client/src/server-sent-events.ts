/** An event of a stream. */
export interface ServerSentEvent {
  /** Empty if no event had one yet. */
  id: string;
  /** `message` if the event has no type. */
  type: string;
  data: string;
}

/** Parses a stream of server-sent events (WHATWG HTML §9.2.6). An incomplete event at the end is dropped. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent, void> {
  let id = '';
  let type = '';
  let data: string[] = [];
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { id, type: type === '' ? 'message' : type, data: data.join('\n') };
      [type, data] = ['', []];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (field === 'data') data.push(value);
    else if (field === 'event') type = value;
    else if (field === 'id') id = value;
  }
}

/** The complete lines of UTF-8 text; they end with LF, CRLF or CR. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end may be the first half of a CRLF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    yield* lines;
  }
}
