import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** shown instead of the children that threw `error`; `retry` renders them again */
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

/** Limits an error in one screen to that screen. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | null }> {
  override state = { failure: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return this.props.fallback(failure.error, () => this.setState({ failure: null }));
  }
}
