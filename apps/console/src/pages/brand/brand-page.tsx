import { useQuery } from '@tanstack/react-query';
import { brandQuery, type OrganizationBrand } from '../../api/brand.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BrandForm } from './brand-form.tsx';

/** The colors, fonts, logos and sounds that templates refer to by name. */
export function BrandPage() {
  const query = useQuery(brandQuery);
  return (
    <>
      <PageHeader
        title="Brand"
        description={query.data ? <Users brand={query.data} /> : 'What templates refer to by name, in one place.'}
      />
      <Loaded query={query}>{(brand) => <BrandForm key={brand.revision} brand={brand} />}</Loaded>
    </>
  );
}

/** The number of drafts and templates that a change concerns. */
function Users({ brand: { drafts, templates } }: { brand: OrganizationBrand }) {
  if (drafts + templates === 0)
    return 'Colors, fonts, logos and sounds to which templates refer by name. None does yet.';
  const first = drafts === 1 ? '1 draft shows' : `${drafts} drafts show`;
  const second = templates === 1 ? '1 published template keeps' : `${templates} published templates keep`;
  return `${first} a change at once; ${second} the present values until the next version.`;
}
