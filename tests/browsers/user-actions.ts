import { type Phone, run, until } from './engines/phone.ts';

type Role = 'button' | 'link' | 'heading' | 'dialog' | 'status' | 'any';

interface Place {
  x: number;
  y: number;
}

/**
 * Runs in the page: returns the centre of a control that can be pressed now: it is visible, does not move,
 * and is not covered. The function contains all of its helpers, because only its source is sent to the page.
 */
function placeOf(role: Role, name: string): Promise<Place | null> {
  const selectors: Record<Role, string> = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open]',
    status: '[role="status"]',
    any: 'input, select, textarea, button, a[href]',
  };
  const squeeze = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const named = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const labels = (element as HTMLInputElement).labels;
    return squeeze(
      element.getAttribute('aria-label') ??
        named?.textContent ??
        labels?.[0]?.textContent ??
        element.textContent,
    );
  };
  const boxOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, width, height };
  };
  const found = [...document.querySelectorAll(selectors[role])].find((element) => {
    const { width, height } = boxOf(element);
    return nameOf(element) === name && width > 0 && height > 0;
  });
  if (!found) return Promise.resolve(null);
  const isMoving = document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === 'running' && target?.contains(found);
  });
  if (isMoving) return Promise.resolve(null);
  const before = boxOf(found);
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { x, y } = boxOf(found);
      const top = document.elementFromPoint(x, y);
      const isFree = top !== null && (found.contains(top) || found.closest('label') === top);
      // the next attempt finds the control where it can be pressed
      if (!isFree) found.scrollIntoView({ block: 'center' });
      resolve(isFree && before.x === x && before.y === y ? { x, y } : null);
    });
  });
}

export async function press(phone: Phone, role: Role, name: string): Promise<void> {
  const { x, y } = await until(phone, placeOf, role, name);
  await phone.press(x, y);
}

/** Types into the field with this label. */
export async function fill(phone: Phone, label: string, text: string): Promise<void> {
  await press(phone, 'any', label);
  await phone.type(text);
}

/** Selects an option by script: the system shows the list of options outside the page. */
export async function select(phone: Phone, label: string, wanted: string): Promise<void> {
  await until(
    phone,
    (name, text) => {
      const named = [...document.querySelectorAll('select')].find(
        ({ labels }) => labels[0]?.textContent === name,
      );
      const option = [...(named?.options ?? [])].find((each) => each.text === text);
      if (!named || !option) return false;
      named.value = option.value;
      named.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    label,
    wanted,
  );
}

/** Waits until an element with exactly this text is visible. */
export const see = (phone: Phone, text: string) =>
  until(
    phone,
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('body *')].some(
        (element) =>
          element.getClientRects().length > 0 &&
          element.textContent?.includes(wanted) &&
          element.innerText.replace(/\s+/g, ' ').trim() === wanted,
      ),
    text,
  );

/** Logs in with this token, and opens a path. */
export async function openAs(phone: Phone, url: string, token: string, path: string) {
  await phone.open(`${url}/robots.txt`);
  const seed = (kept: string) => {
    localStorage.removeItem('userInfo');
    localStorage.setItem('token', kept);
  };
  await run(phone, seed, token);
  await phone.open(url + path);
  // an action that begins before the app has loaded the member starts over then
  await until(phone, () => localStorage.getItem('userInfo') !== null);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The boxes of these elements in whole pixels, once all exist at the same time and none moves. */
export const boxesOf = (phone: Phone, ...selectors: string[]) =>
  until(
    phone,
    (...wanted) => {
      const running = document.getAnimations().filter(({ playState }) => playState === 'running');
      const boxes = wanted.flatMap((selector) => {
        const element = document.querySelector(selector);
        const isMoving = running.some(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          return target?.contains(element);
        });
        const box = element?.getBoundingClientRect();
        if (!box || box.width === 0 || isMoving) return [];
        const [left, top] = [Math.round(box.left), Math.round(box.top)];
        return { left, top, width: Math.round(box.width), height: Math.round(box.height) };
      });
      return boxes.length === wanted.length ? boxes : null;
    },
    ...selectors,
  );

/** The box of one element. */
export const boxOf = async (phone: Phone, selector: string): Promise<Box> =>
  (await boxesOf(phone, selector))[0] as Box;

/** The computed value of a style property, once the element exists. */
export const styleOf = (phone: Phone, selector: string, property: string) =>
  until(
    phone,
    (wanted, name) => {
      const element = document.querySelector(wanted);
      return element && getComputedStyle(element).getPropertyValue(name);
    },
    selector,
    property,
  );
