import { connectFullBrowser } from '../browser/support.ts';
import { drivers } from './drivers.ts';
import { testDrivers } from './driving.ts';

// a headless shell has no notifications
testDrivers(drivers.push, connectFullBrowser);
