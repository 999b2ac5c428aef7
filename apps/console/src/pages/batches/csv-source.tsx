import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import styles from './batches.module.css';
import { type CsvFile, csvProblem, readCsvStart } from './read-csv.ts';

/** Rows that are shown before the API reads them all. */
const SHOWN_ROWS = 3;
/** Bytes that `POST /batches` takes. */
const MAX_BYTES = 3_670_016;

/** A CSV file, dropped, chosen or pasted. */
export function CsvSource({ onFile }: { onFile: (file: CsvFile) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = (name: string, text: string) => {
    const start = readCsvStart(text, SHOWN_ROWS);
    const found = csvProblem(start);
    setProblem(found);
    if (found === null) onFile({ name, text, start });
  };
  const read = async (file: File) => {
    if (file.size > MAX_BYTES) {
      setProblem('The file is larger than 3.6 MB. Split it into several.');
      return;
    }
    try {
      take(
        file.name.replace(/\.csv$/i, ''),
        new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()),
      );
    } catch {
      setProblem('The file is not text in UTF-8. Save it as “CSV UTF-8”.');
    }
  };
  return (
    <Stack>
      <FileDrop
        label="Drop a CSV file here, or choose one"
        hint="The first line names the columns, every further line becomes a video: at most 10,000."
        accept=".csv,text/csv"
        onFiles={([file]) => void read(file!)}
      />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <PastedCsv onText={(text) => take('', text)} />
    </Stack>
  );
}

function PastedCsv({ onText }: { onText: (text: string) => void }) {
  const [pasted, setPasted] = useState('');
  return (
    <details className={styles.paste}>
      <summary>Paste it instead</summary>
      <Stack gap="small">
        <TextAreaField
          label="CSV"
          rows={6}
          spellCheck={false}
          placeholder={'Headline,Photo\nOnly this week,https://example.com/1.jpg'}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <div>
          <Button disabled={pasted.trim() === ''} onClick={() => onText(pasted)}>
            Use this text
          </Button>
        </div>
      </Stack>
    </details>
  );
}
