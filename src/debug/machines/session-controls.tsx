import { useState } from 'react';
import { copyText } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Step } from './recorder.ts';
import { replayDifference, scenarioOf, testOf } from './scenario.ts';

interface SessionControlsProps {
  path: string;
  steps: readonly Step[];
  /** the shown step; null: always the last one */
  shown: Step | null;
  onShow: (step: Step | null) => void;
}

/** Pauses the view, not the machine, and steps through the recording. */
export function SessionControls({ path, steps, shown, onShow }: SessionControlsProps) {
  const at = shown ? steps.findIndex(({ id }) => id === shown.id) : steps.length - 1;
  const before = steps[at - 1];
  const after = shown ? steps[at + 1] : undefined;
  return (
    <Card title="Session">
      <p className="card-note" aria-live="polite">
        {steps.length === 0 ? 'Nothing has happened since this page was opened.' : ''}
        {steps.length > 0 && shown ? `Paused at step ${at + 1} of ${steps.length}.` : ''}
        {steps.length > 0 && !shown ? `Live: ${steps.length} steps are recorded.` : ''}
      </p>
      <div className="workbench-row">
        <Button
          look="tonal"
          aria-disabled={steps.length === 0 || undefined}
          onClick={() => onShow(shown ? null : (steps.at(-1) ?? null))}
        >
          {shown ? 'Resume' : 'Pause'}
        </Button>
        <Button
          look="tonal"
          aria-disabled={!before || undefined}
          onClick={() => before && onShow(before)}
        >
          Step back
        </Button>
        <Button
          look="tonal"
          aria-disabled={!after || undefined}
          onClick={() => after && onShow(after)}
        >
          Step on
        </Button>
        <CopyAsTest path={path} steps={steps} />
      </div>
    </Card>
  );
}

type CopyAsTestProps = Pick<SessionControlsProps, 'path' | 'steps'>;

function CopyAsTest({ path, steps }: CopyAsTestProps) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    const scenario = scenarioOf(steps);
    const machine = steps.at(-1)?.snapshot.machine;
    if (!scenario || !machine) return;
    const problem = replayDifference(machine, scenario);
    if (problem !== null) return setMessage(`It cannot be played again: ${problem}`);
    try {
      await copyText(testOf(path, scenario));
      setMessage(
        `${scenario.steps.length} steps are copied. Keep them as tests/model/NAME.test.ts.`,
      );
    } catch (error) {
      setMessage(String(error));
    }
  };
  return (
    <>
      <Button look="tonal" aria-disabled={steps.length === 0 || undefined} onClick={copy}>
        Copy as a test
      </Button>
      <p className="session-message" role="status">
        {message}
      </p>
    </>
  );
}
