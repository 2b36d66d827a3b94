const COUNT = /^\(\d+\+?\) /;

/** Shows a count before the title of the browser tab, on every page. @returns a function that removes it */
export function showTitleCount(count: number): () => void {
  const apply = (): void => {
    const plain = document.title.replace(COUNT, '');
    const wanted = count === 0 ? plain : `(${count > 99 ? '99+' : count}) ${plain}`;
    if (document.title !== wanted) document.title = wanted;
  };
  const observer = new MutationObserver(apply);
  const title = document.querySelector('title');
  if (title !== null) observer.observe(title, { childList: true, characterData: true, subtree: true });
  apply();
  return () => {
    observer.disconnect();
    document.title = document.title.replace(COUNT, '');
  };
}
