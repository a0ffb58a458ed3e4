import { connectFullBrowser } from '../browser/support.ts';
import { drivers } from './drivers.ts';
import { testDrivers } from './driving.ts';

// its screen follows the permission to notify
testDrivers(drivers.withdrawing, connectFullBrowser);
