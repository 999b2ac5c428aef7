import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { templatesQuery } from '../../api/templates.ts';
import { Cards } from '../../ui/cards.tsx';
import { TemplateCard } from '../templates/template-card.tsx';
import styles from './home.module.css';

/** Number of templates that are shown. */
const SHOWN = 4;

/** The newest templates by their pictures; nothing without any. */
export function NewestTemplates() {
  const { data } = useQuery(templatesQuery({}));
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-label="Templates">
      <header className={styles.head}>
        <h2>Templates</h2>
        <Link to="/templates">All templates</Link>
      </header>
      <Cards label="Templates">
        {data.data.slice(0, SHOWN).map((template) => (
          <TemplateCard key={template.id} template={template} />
        ))}
      </Cards>
    </section>
  );
}
