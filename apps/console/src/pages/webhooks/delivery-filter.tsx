import { DELIVERY_STATUSES } from '#libs/client';
import type { DeliveryStatus } from '../../api/list-search.ts';
import { FilterBar, FilterField } from '../../ui/filters.tsx';
import { deliveryLabel } from './delivery-badge.tsx';

interface DeliveryFilterProps {
  label: string;
  status: DeliveryStatus | undefined;
  /** Receives the search of the page that shows what was chosen, from its beginning. */
  onSearch: (search: { status?: DeliveryStatus }) => void;
}

/** Chooses the deliveries of a list by their status. */
export function DeliveryFilter({ label, status, onSearch }: DeliveryFilterProps) {
  return (
    <FilterBar>
      <FilterField
        label={label}
        every="Every status"
        values={DELIVERY_STATUSES}
        labelOf={deliveryLabel}
        value={status}
        onValue={(chosen) => onSearch(chosen ? { status: chosen } : {})}
      />
    </FilterBar>
  );
}
