/* global document, ResizeObserver */
// Mends what Starlight leaves to its pages: the name of the search contains the text on it, and a table that scrolls sideways
// can be reached by the keyboard.
const search = document.querySelector('button[data-open-modal]');
for (const key of search?.querySelectorAll('kbd') ?? []) key.before(' ');
search?.setAttribute('aria-label', search.textContent.replaceAll(/\s+/g, ' ').trim());

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const table of document.querySelectorAll('.sl-markdown-content table')) sizes.observe(table);
