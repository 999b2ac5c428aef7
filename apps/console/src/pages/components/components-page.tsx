import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { componentQuery, componentsQuery, type SharedComponent } from '../../api/brand.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageLinks } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { ComponentPicture } from './component-picture.tsx';
import styles from './components.module.css';
import { NewComponentDialog } from './new-component-dialog.tsx';

const route = getRouteApi('/inside/components');

/** The components that templates share, newest first. */
export function ComponentsPage() {
  const [isNew, setNew] = useState(false);
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(componentsQuery(offset));
  const mayWrite = useMay('write');
  const create = mayWrite && (
    <Button look="primary" onClick={() => setNew(true)}>
      New component
    </Button>
  );
  return (
    <>
      <PageHeader title="Components" description="Groups of layers that several templates show, in one place.">
        {create}
      </PageHeader>
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 && offset === 0 ? (
            <EmptyState title="No components yet" action={create}>
              A template shows one by a layer of type component.
            </EmptyState>
          ) : (
            <div>
              <ul className={styles.grid} aria-label="Components">
                {data.map((component) => (
                  <Card key={component.name} component={component} />
                ))}
              </ul>
              <PageLinks
                {...pagination}
                count={data.length}
                onOffset={(next) => void navigate({ search: { offset: next } })}
              />
            </div>
          )
        }
      </Loaded>
      <NewComponentDialog isOpen={isNew} onClose={() => setNew(false)} />
    </>
  );
}

function Card({ component: { name, description, version, updated_at } }: { component: SharedComponent }) {
  const contents = useQuery(componentQuery(name, version));
  return (
    <li className={styles.card}>
      {contents.data ? (
        <ComponentPicture name={name} contents={contents.data.component} width={480} />
      ) : (
        <Skeleton lines={1} height={140} />
      )}
      <div className={styles.text}>
        <Link to="/components/$name" params={{ name }} className={styles.name}>
          {name}
        </Link>
        {description !== null && <p>{description}</p>}
        <p className={styles.facts}>
          Version {version} · <Time at={updated_at} />
        </p>
      </div>
    </li>
  );
}
