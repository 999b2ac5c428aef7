-- Each product's sales in the week that ends on :sunday, and in the week before.
SELECT
  product AS name,
  sum(CASE WHEN day > date(:sunday, '-7 days') THEN cents ELSE 0 END) / 100.0 AS this_week,
  sum(CASE WHEN day <= date(:sunday, '-7 days') THEN cents ELSE 0 END) / 100.0 AS last_week
FROM sales
WHERE day > date(:sunday, '-14 days') AND day <= :sunday
GROUP BY product
ORDER BY this_week DESC
LIMIT 6;
