-- The tables of a small shop: 14 days of sales, up to Sunday, November 22, 2026.
CREATE TABLE sales (day TEXT NOT NULL, product TEXT NOT NULL, cents INTEGER NOT NULL);
WITH RECURSIVE days(day, number) AS (
  SELECT date('2026-11-09'), 0 UNION ALL SELECT date(day, '+1 day'), number + 1 FROM days WHERE number < 13
)
INSERT INTO sales
SELECT day, product, price * (1 + (number * 7 + length(product)) % 5)
FROM days, (SELECT 'Lamp' AS product, 8900 AS price UNION ALL SELECT 'Tall vase', 2900 UNION ALL SELECT 'Table', 14900);
