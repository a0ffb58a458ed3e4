-- With which browser and on which system a session began, and in which country, where the server knows
-- it; null for the sessions of before. What a browser says of itself is not kept, nor is an address.
alter table session add column browser text, add column system text, add column country text;
