import type { ReactNode, SVGProps } from 'react';

type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { size?: number };

/** Strokes on a 24 px grid; the label beside the icon, or the button's name, has its meaning. */
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

/** Makes an icon from a drawing. */
export const icon = (drawing: ReactNode) => (props: IconProps) => (
  <Drawing {...props}>{drawing}</Drawing>
);
