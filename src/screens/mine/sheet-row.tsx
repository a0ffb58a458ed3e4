import { type ComponentType, type ReactNode, useState } from 'react';
import { asSheet, type SheetId } from '../../app/components/actor-sheet.tsx';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { OnwardIcon } from '../../ui/screen-icons.tsx';

interface SheetRowProps {
  /** id of the actor, which starts with the sheet */
  child: Exclude<SheetId, 'objection' | 'report'>;
  icon: ReactNode;
  label: string;
  /** loaded when it is opened */
  sheet: ComponentType;
}

/** Row that opens a sheet of the account. */
export function SheetRow({ child, icon, label, sheet: Opened }: SheetRowProps) {
  const actor = useChildIfAny(asSheet(child));
  const [isWanted, setWanted] = useState(false);
  return (
    <>
      <button
        type="button"
        className="row"
        onClick={() => {
          actor?.send({ type: 'open.pressed' });
          setWanted(true);
        }}
      >
        {icon}
        <span className="row-main">{label}</span>
        <OnwardIcon size={20} />
      </button>
      {isWanted ? <Opened /> : null}
    </>
  );
}
