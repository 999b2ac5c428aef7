import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import { unwrap } from '#libs/client';
import type { OrganizationBrand } from '../../api/brand.ts';
import { api } from '../../api/client.ts';
import { BRAND } from '../../api/query-keys.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/error-state.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toast.tsx';
import {
  brandOf,
  type BrandRows,
  repeatedName,
  rowsOf,
  TOKEN_GROUPS,
  type TokenGroup,
  withNewRow,
} from './brand-rows.ts';
import styles from './brand.module.css';
import { FontSamples } from './font-samples.tsx';
import { TokenFields } from './token-fields.tsx';

const TITLES = { colors: 'Colors', fonts: 'Fonts', logos: 'Logos', sounds: 'Sounds' } as const;
const ONE = { colors: 'color', fonts: 'font', logos: 'logo', sounds: 'sound' } as const;

/** The tokens of the brand, to read or to edit; all are saved together. */
export function BrandForm({ brand }: { brand: OrganizationBrand }) {
  const [rows, setRows] = useState(() => rowsOf(brand));
  const mayWrite = useMay('write');
  const save = useSave(brand);
  const isChanged = useMemo(
    () => JSON.stringify(brandOf(rows)) !== JSON.stringify(brandOf(rowsOf(brand))),
    [rows, brand],
  );
  const repeated = repeatedName(rows);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(rows);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="large">
        {TOKEN_GROUPS.map((group) => (
          <Panel key={group} title={TITLES[group]}>
            <Stack>
              <Tokens group={group} rows={rows} onRows={mayWrite ? setRows : undefined} />
              {group === 'fonts' && <FontSamples families={Object.values(brand.fonts ?? {})} />}
            </Stack>
          </Panel>
        ))}
        {repeated !== undefined && <Notice>{`Two values have the name ${repeated}.`}</Notice>}
        {save.error && <ErrorNote error={save.error} />}
        {mayWrite && (
          <div>
            <Button
              type="submit"
              look="primary"
              disabled={!isChanged || repeated !== undefined}
              isBusy={save.isPending}
            >
              Save
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}

function useSave({ revision }: OrganizationBrand) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (rows: BrandRows) => unwrap(api.PUT('/brand', { body: { ...brandOf(rows), revision } })),
    onSuccess: (saved) => {
      notify('The brand is saved.');
      client.setQueryData(BRAND.own, saved);
    },
  });
}

interface TokensProps {
  group: TokenGroup;
  rows: BrandRows;
  /** Absent for people who may only read. */
  onRows: ((rows: BrandRows) => void) | undefined;
}

function Tokens({ group, rows, onRows }: TokensProps) {
  const own = rows[group];
  const change = onRows && ((next: BrandRows[TokenGroup]) => onRows({ ...rows, [group]: next }));
  return (
    <>
      {own.length === 0 && <p className={styles.note}>None yet.</p>}
      {own.length > 0 && (
        <ul className={styles.tokens} aria-label={TITLES[group]}>
          {own.map((row) => (
            <TokenFields
              key={row.key}
              group={group}
              row={row}
              onRow={change && ((next) => change(own.map((each) => (each.key === row.key ? next : each))))}
              onRemove={change && (() => change(own.filter(({ key }) => key !== row.key)))}
            />
          ))}
        </ul>
      )}
      {change && (
        <div>
          <Button size="small" onClick={() => change(withNewRow(own, group === 'colors' ? '#0f766e' : ''))}>
            Add a {ONE[group]}
          </Button>
        </div>
      )}
    </>
  );
}
