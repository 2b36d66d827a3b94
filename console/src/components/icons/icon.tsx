import type { ComponentType, SVGProps } from 'react';

export type IconComponent = ComponentType<SVGProps<SVGSVGElement>>;

/**
 * An icon drawn in the colour of the text around it, hidden from screen readers unless it has a label.
 *
 * @param path the strokes, on a grid of 24 by 24
 */
export function icon(path: string): IconComponent {
  return function Icon(props) {
    const isLabelled = props['aria-label'] !== undefined || props.role !== undefined;
    return (
      <svg
        aria-hidden={isLabelled ? undefined : true}
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...props}
      >
        <path d={path} />
      </svg>
    );
  };
}
