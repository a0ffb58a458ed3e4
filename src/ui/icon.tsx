import type { ReactNode, SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };

/** Strokes on a 24 px grid; the word beside it, or the button's name, says what it means. */
function Drawing({ size = 24, ...rest }: IconProps & { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    />
  );
}

/** An icon of one drawing. */
export const icon = (drawing: ReactNode) => (props: IconProps) => (
  <Drawing {...props}>{drawing}</Drawing>
);
