import { connectFullBrowser } from '../browser/support.ts';
import { drivers } from './drivers.ts';
import { testDrivers } from './driving.ts';

// a task follows the permission to notify
testDrivers(drivers.push, connectFullBrowser);
